/** Python's number and string literals as values. Source: the Python language reference, section 2.5. */

/** A NUMBER token; `value` is exact for integers. */
export function readNumber(text: string): {
  readonly form: "int" | "float" | "imaginary";
  readonly value: bigint | number;
} {
  const digits = text.replaceAll("_", "");
  if (/[jJ]$/.test(digits)) return { form: "imaginary", value: Number(digits.slice(0, -1)) };
  if (/^0(?:[xX][\da-fA-F]+|[oO][0-7]+|[bB][01]+)$/.test(digits))
    return { form: "int", value: BigInt(digits.toLowerCase()) };
  if (/^\d+$/.test(digits)) return { form: "int", value: BigInt(digits) };
  return { form: "float", value: Number(digits) };
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** A STRING token without its quotes and prefix, escapes resolved; `prefix` in lower case. */
export function readString(text: string): { readonly prefix: string; readonly value: string } {
  const match = /^([a-zA-Z]*)('''|"""|'|")/.exec(text);
  if (!match) return { prefix: "", value: text };
  const [opening, letters = "", quote = ""] = match;
  const prefix = letters.toLowerCase();
  const closes = text.endsWith(quote) && text.length >= opening.length + quote.length;
  const body = text
    .slice(opening.length, closes ? text.length - quote.length : text.length)
    .replaceAll(/\r\n?/g, "\n");
  return { prefix, value: prefix.includes("r") ? body : unescaped(body) };
}

const MOST_CODE_POINT = 0x10ffff;

function unescaped(body: string): string {
  const escapes = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g;
  return body.replace(escapes, (whole, hex, short, long, octal, simple: string | undefined) => {
    if (simple !== undefined) return SIMPLE_ESCAPES[simple] ?? whole;
    const code = octal === undefined ? Number.parseInt(hex ?? short ?? long, 16) : Number.parseInt(octal, 8);
    return code <= MOST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
