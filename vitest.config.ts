import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["{src,bin,tools,tests}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "dist/**", ".cache/**"],
    testTimeout: 20_000,
    passWithNoTests: true,
  },
});
