import { expect, test } from "vitest";
import { parseFile } from "../syntax/parse.ts";
import { Source } from "../text/source.ts";
import { boundNames, freeNames } from "./scope.ts";

/** The first function of a text. */
function first(text: string) {
  const [func] = parseFile(new Source("test.py", text)).file.functions;
  if (!func) throw new Error("no function");
  return func;
}

test("parameters and everything that is assigned are bound", () => {
  const func = first(`def f(a, *b, c=1, **d):
    e = f = 1
    g, (h, *i), j.k, l[m] = n
    o += 1
    p: int = 2
    for q, r in s:
        while (t := 1): pass
    else:
        u = 3
    def v(w): x = w
    if y: z = lambda aa: aa
    match ab:
        case ac: pass
    try: ad = 1
    except ae as af: import ag.ah
    with ai as (aj, ak): pass
    call(al := 1)
`);
  expect([...boundNames(func)].join(" ")).toBe("a b c d e f g h i o p q r t u v z ac ad af ag aj ak al");
});

test("free names are those that no function around the place binds", () => {
  const func = first(`def f(a, b=D):
    c = a + G
    x[i]: Annotation = c
    def inner(d, e=K):
        local = d + c + H
        return local
    g = lambda y: y + I + c
    c.attr = J.attr
    L += 1
    return inner(g) + len(b)
`);
  expect([...freeNames(func)].join(" ")).toBe("G x i K H I J len");
});
