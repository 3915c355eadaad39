import index from "../../../examples/index.json";

export interface Example {
  readonly id: string;
  readonly title: string;
  /** One line on what it shows. */
  readonly text: string;
  readonly code: string;
}

const files = import.meta.glob<string>("../../../examples/*.py", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The examples in the order of a course. */
export const EXAMPLES: readonly Example[] = index.map((entry) => ({
  ...entry,
  code: files[`../../../examples/${entry.id}.py`] ?? "",
}));

export function findExample(id: string): Example | undefined {
  return EXAMPLES.find((example) => example.id === id);
}

/** What a first visit shows. */
export const START_EXAMPLE: Example = EXAMPLES[0] ?? { id: "empty", title: "Empty", text: "", code: "" };
