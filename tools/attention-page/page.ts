import { isLabRequest } from "../../src/lab/protocol.ts";
import { runAttention, runLab } from "../../src/live/client.ts";
import type { LiveEvent, LiveRequest } from "../../src/live/messages.ts";

/** What the page answers to. */
export interface AttentionPage {
  /** Carries out a request as a widget would, and gives all it has yielded, or its error. */
  readonly runRequest: (request: LiveRequest) => Promise<{
    readonly events: readonly LiveEvent[];
    readonly error: string | null;
  }>;
}

const page: AttentionPage = {
  async runRequest(request) {
    const events: LiveEvent[] = [];
    try {
      const run = isLabRequest(request) ? runLab(request) : runAttention(request);
      for await (const event of run) events.push(event);
      return { events, error: null };
    } catch (error) {
      return { events, error: String(error) };
    }
  },
};
Object.assign(window, page);
