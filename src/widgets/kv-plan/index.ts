import { define } from "../element.ts";
import definition from "./widget.ts";

define(definition);
