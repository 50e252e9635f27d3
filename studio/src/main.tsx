// SPDX-License-Identifier: MIT
import { render } from "solid-js/web";
import { App } from "./ui/app";

render(() => <App />, document.getElementById("studio")!);
