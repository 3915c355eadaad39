/** Which locals a piece of code may assign: now beside the other walks, in `ir/walk.ts`. */
export { assignedLocals, resultsOf } from "../ir/walk.ts";
