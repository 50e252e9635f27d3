// SPDX-License-Identifier: MIT
import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

// Everything lands in one folder that the program serves; nothing is inlined, because the page's
// content security policy allows no inline code.
export default defineConfig({
  plugins: [solid()],
  base: "./",
  build: { outDir: "dist", target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 1200 },
});
