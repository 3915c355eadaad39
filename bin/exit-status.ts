/** Exit statuses of the command line (DESIGN, section 7); a script's own `sys.exit(n)` passes through. */
export const EXIT = { ok: 0, exception: 1, usage: 2, noDevice: 3, timedOut: 124 } as const;
