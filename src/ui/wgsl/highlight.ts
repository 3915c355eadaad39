/** WGSL in coloured words. A regular expression is enough: the text is our own compiler's. */

export interface Token {
  readonly kind: "keyword" | "type" | "number" | "comment" | "attribute" | "plain";
  readonly text: string;
}

const TOKENS =
  /(?<comment>\/\/.*$)|(?<attribute>@\w+)|(?<keyword>\b(?:fn|let|var|const|override|struct|if|else|for|loop|while|break|continue|continuing|return|switch|case|default|true|false|enable|alias)\b)|(?<type>\b(?:bool|i32|u32|f32|f16|vec[234][iuf]?|array|atomic|ptr|storage|uniform|workgroup|private|function|read|read_write)\b)|(?<number>\b(?:0x[\da-fA-F]+|\d+(?:\.\d*)?(?:e[+-]?\d+)?)[iufh]?\b)/g;

export function highlightWgsl(text: string): Token[][] {
  return text.replace(/\n$/, "").split("\n").map(highlightLine);
}

function highlightLine(line: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of line.matchAll(TOKENS)) {
    if (match.index > at) tokens.push({ kind: "plain", text: line.slice(at, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(
      ([, text]) => text !== undefined,
    )?.[0] as Token["kind"];
    tokens.push({ kind, text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < line.length || tokens.length === 0) tokens.push({ kind: "plain", text: line.slice(at) });
  return tokens;
}
