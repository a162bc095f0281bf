import thirdParty from "../../LICENSE-THIRD-PARTY?raw";

/** The notices that the licences of what we ship ask for: bundlers strip them from the code. */
export const GET = () =>
  new Response(thirdParty, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
