// SPDX-License-Identifier: MIT
/* Every word the page says, apart from those that come from the program's tables. */
export const texts = {
  name: "Interfluve",
};
