import { expect, test } from "vitest";
import { OutputStream } from "./output.ts";

function collect() {
  const posted: string[] = [];
  let now = 0;
  const output = new OutputStream(
    (stream, text) => posted.push(`${stream}:${text}`),
    () => now,
  );
  return {
    output,
    posted,
    wait: (ms: number) => {
      now += ms;
    },
  };
}
const bytes = (text: string) => new TextEncoder().encode(text);

test("writes that come fast are joined, and streams keep their order", () => {
  const { output, posted, wait } = collect();
  output.text("stdout", "a");
  output.text("stdout", "b");
  output.text("stderr", "c");
  expect(posted).toEqual(["stdout:a"]);
  wait(20);
  output.text("stdout", "d");
  expect(posted).toEqual(["stdout:a", "stdout:b", "stderr:c", "stdout:d"]);
});

test("a character may be split between two writes", () => {
  const { output, posted } = collect();
  const [first, second] = [bytes("é").slice(0, 1), bytes("é").slice(1)];
  output.write("stdout", first);
  output.write("stdout", second);
  output.flush();
  expect(posted).toEqual(["stdout:é"]);
});

test("a flood shows its first and last lines and says how many are missing", () => {
  const { output, posted } = collect();
  for (let i = 0; i < 20_000; i++) output.text("stdout", `${i}\n`);
  output.end();
  const lines = posted.join("").replaceAll("stdout:", "").split("\n");
  expect(lines.slice(0, 3)).toEqual(["0", "1", "2"]);
  expect(lines.at(-2)).toBe("19999");
  const note = /stderr:\[kernelpad: (\d+) lines are not shown\]/.exec(posted.join(""));
  const shown = lines.filter((line) => /^\d+$/.test(line)).length;
  expect(shown + Number(note?.[1])).toBe(20_000);
  expect(shown).toBeGreaterThan(10_900);
});

test("a new run starts to count anew", () => {
  const { output, posted } = collect();
  for (let i = 0; i < 12_000; i++) output.text("stdout", "x\n");
  output.end();
  output.begin();
  posted.length = 0;
  output.text("stdout", "fresh\n");
  output.flush();
  expect(posted).toEqual(["stdout:fresh\n"]);
});
