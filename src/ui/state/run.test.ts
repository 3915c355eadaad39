import { expect, test } from "vitest";
import { beginRun, reduceMessage, runStore } from "./run.ts";

const started = beginRun(runStore.getInitialState(), 2, "x = 1");

test("text of one stream is joined, streams stay in order", () => {
  let state = reduceMessage(started, { kind: "stream", run: 2, stream: "stdout", text: "a" });
  state = reduceMessage(state, { kind: "stream", run: 2, stream: "stdout", text: "b\n" });
  state = reduceMessage(state, { kind: "stream", run: 2, stream: "stderr", text: "c" });
  expect(state.items).toEqual([
    { kind: "text", stream: "stdout", text: "ab\n" },
    { kind: "text", stream: "stderr", text: "c" },
  ]);
});

test("messages of an older run change nothing", () => {
  expect(reduceMessage(started, { kind: "stream", run: 1, stream: "stdout", text: "late" })).toBe(started);
});

test("a display with a known id takes the place of the earlier one", () => {
  const show = (text: string) =>
    ({ kind: "display", run: 2, data: { "text/plain": text }, displayId: "a" }) as const;
  const state = reduceMessage(reduceMessage(started, show("1")), show("2"));
  expect(state.items).toHaveLength(1);
  expect(state.items[0]).toMatchObject({ data: { "text/plain": "2" } });
});
