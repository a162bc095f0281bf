import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { open, ready, useSite } from "../helpers/browser.ts";
import { says, summary } from "../helpers/widget.ts";
import { ggufBytes, text, u32 } from "../model/import/gguf-writer.ts";

const world = useSite();
const tag = "kv-config";

const config = JSON.stringify({
  hidden_size: 4096,
  num_hidden_layers: 32,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  max_position_embeddings: 4096,
  intermediate_size: 14_336,
  vocab_size: 32_000,
});
const log = [
  "INFO [core.py:1] Initializing a V1 LLM engine (v0.11.0) with config: model='own/thing', max_seq_len=4096, tensor_parallel_size=1, kv_cache_dtype=auto",
  "INFO [gpu_worker.py:2] Available KV cache memory: 10.00 GiB",
  "INFO [kv_cache_utils.py:3] GPU KV cache size: 81,920 tokens",
  "INFO [kv_cache_utils.py:4] Maximum concurrency for 4,096 tokens per request: 20.00x",
].join("\n");

async function at(lang: "ko" | "en", query = "") {
  const visit = await open(world.browser, `${world.site.origin}/${lang}/embed/${tag}/${query}`);
  await ready(visit.page, tag);
  return visit;
}

/** Pastes as a reader does: through the clipboard event. */
async function paste(page: Page, what: string): Promise<void> {
  await page.locator(`${tag} textarea`).evaluate((field, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", data);
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, what);
}

const status = (page: Page) => page.locator(`${tag} #intake-status`);

test("a pasted configuration is sized, explained, and carried by the link", async () => {
  const { page, requests, done } = await at("en");
  await paste(page, config);
  await says(status(page), /Layers read/);
  await says(summary(page, tag), /the model you brought/);
  await page.locator(`${tag} .notes li.assumed`, { hasText: "head_dim" }).first().waitFor();
  assert.equal(await page.locator(tag).getAttribute("shape"), "32*h8x128");
  assert.ok(requests.every((url) => url.startsWith(world.site.origin)));
  await page
    .locator(`${tag} details`, { hasText: "Where these numbers" })
    .locator("summary")
    .click();
  await page.locator(`${tag} .derivation code`, { hasText: "block_bytes" }).first().waitFor();
  const shared = await at("ko", "?shape=32*h8x128&available-gib=10&tp=1&max-len=4096");
  await says(summary(shared.page, tag), /81,920개/);
  await shared.done();
  await page.locator(`${tag} .bar button`, { hasText: "Reset" }).click();
  await says(summary(page, tag), /Llama 3 70B/);
  assert.equal(await page.locator(`${tag} .notes`).count(), 0);
  await done();
});

test("a pasted log stands beside the prediction, and beside another model's", async () => {
  const { page, done } = await at("en");
  await paste(page, config);
  await says(status(page), /Layers read/);
  await paste(page, log);
  await says(page.locator(`${tag} .server tbody`), /81,920.*within/s);
  await says(page.locator(`${tag} .server`), /agrees with the log/);
  assert.equal(await page.locator(tag).getAttribute("version"), "0.11");
  await page.locator(tag).evaluate((element) => element.removeAttribute("shape"));
  await says(page.locator(`${tag} .server`), /Which model this log is of/);
  await page.locator(`${tag} #list-model`).selectOption("llama-3.1-8b");
  await says(page.locator(`${tag} .server`), /agrees with the log/);
  await page.locator(`${tag} #list-model`).selectOption("qwen3-32b");
  await says(page.locator(`${tag} .server`), /does not agree/);
  await done();
});

test("a log of an unknown model waits for its configuration", async () => {
  const { page, done } = await at("ko");
  await paste(page, log);
  await says(page.locator(`${tag} .server`), /own\/thing/);
  assert.equal(await page.locator(tag).getAttribute("available-gib"), null);
  await paste(page, config);
  await says(page.locator(`${tag} .server tbody`), /81,920.*맞음/s);
  await says(summary(page, tag), /10\.00 GiB.*20\.00개/);
  await page.locator(`${tag} .notes`).first().waitFor({ state: "attached" });
  await page.locator(`${tag} .bar button`, { hasText: "처음으로" }).click();
  await page.locator(`${tag} .server`).waitFor({ state: "detached" });
  await done();
});

test("another file takes back what the one before has set", async () => {
  const { page, done } = await at("en");
  const named = log.replace("own/thing", "meta-llama/Llama-3.1-8B-Instruct");
  await paste(page, named.replace("tensor_parallel_size=1", "tensor_parallel_size=2"));
  await page.locator(`${tag}[version="0.11"][tp="2"]`).waitFor();
  await paste(page, config);
  await says(status(page), /Layers read/);
  for (const name of ["version", "tp", "available-gib"]) {
    assert.equal(await page.locator(tag).getAttribute(name), null, name);
  }
  await paste(page, config.replace('"num_key_value_heads":8', '"num_key_value_heads":4'));
  await page.locator(`${tag}[shape="32*h4x128"]`).waitFor();
  await done();
});

test("files: dropped, opened, a GGUF header, and nonsense that loses nothing", async () => {
  const { page, done } = await at("ko");
  const gguf = ggufBytes({
    values: {
      "general.architecture": text("any"),
      "any.block_count": u32(16),
      "any.attention.head_count": u32(32),
      "any.attention.head_count_kv": u32(8),
      "any.embedding_length": u32(2048),
      "any.context_length": u32(4096),
    },
  });
  const file = page.locator(`${tag} input[type=file]`);
  await file.setInputFiles({ name: "a.gguf", mimeType: "", buffer: Buffer.from(gguf) });
  await says(summary(page, tag), /128\.00 MiB/);
  await page.locator(`${tag} .intake`).evaluate((zone, data) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([data], "config.json"));
    zone.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, config);
  await says(status(page), /config\.json에서 층을 읽었어요/);
  assert.equal(await page.locator(tag).getAttribute("shape"), "32*h8x128");
  await file.setInputFiles({
    name: "x.json",
    mimeType: "",
    buffer: Buffer.from('{"hidden_size": -1}'),
  });
  await page.locator(`${tag} #intake-status.error`).waitFor();
  assert.equal(await page.locator(tag).getAttribute("shape"), "32*h8x128", "nothing is lost");
  await done();
});

test("by keyboard alone: type, leave the field, open the derivation", async () => {
  const { page, done } = await at("en");
  await page.locator(`${tag} textarea`).focus();
  await page.keyboard.insertText(config);
  await page.keyboard.press("Tab");
  await says(status(page), /Layers read/);
  assert.equal(
    await page.evaluate(
      () => document.querySelector("kv-config")?.shadowRoot?.activeElement?.tagName,
    ),
    "INPUT",
    "the focus goes on to the file button",
  );
  await done();
});
