// Files and folders that people drop or choose: which hold hands, their text, and its pieces.

import { ask } from "/js/base.js";

const MOST_BYTES = 25_000_000;
const PIECE = 900_000;
const MOST_NAME = 200;
const ENDINGS = /\.(txt|log|phh|phhs|xml)$/i;

// Gives the files of a drop, also those in folders. The entries must be taken before anything waits.
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files].map((file) => ({ name: file.name, file }));
  const found = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry, found) {
  if (entry.isFile) {
    const file = await new Promise((done, fail) => entry.file(done, fail));
    found.push({ name: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return;
    for (const each of some) await collect(each, found);
  }
}

export const chosenFiles = (input) =>
  [...input.files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));

// Gives those that can hold hands: in a folder by their ending, alone whatever they are called.
export const handFiles = (files) =>
  files.length === 1 ? files : files.filter(({ name }) => ENDINGS.test(name));

// Sites write UTF-8, UTF-16 with a mark, or the code page of Windows.
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

// Sends the texts in pieces, and gives the id of the review that has them. `progress` is called
// with the bytes that were sent, and all.
export async function send(files, progress, signal) {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  if (total > MOST_BYTES)
    throw new Error(
      `These files have ${Math.ceil(total / 1e6)} MB; the page takes 25 MB. Give it fewer files, or use \`handsight review\`.`,
    );
  let review = "";
  let sent = 0;
  for (const { name, file } of files) {
    const text = await textOf(file);
    for (const [place, piece] of pieces(text).entries())
      ({ review } = await ask(
        "/review/add",
        { review, text: piece, file: name.slice(-MOST_NAME), continues: place > 0 },
        signal,
      ));
    sent += file.size;
    progress(sent, total);
  }
  return review;
}

// Cuts a text into pieces of at most 900,000 characters, and never between the two halves of one.
function pieces(text) {
  const found = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + PIECE, text.length);
    if (to < text.length && text.charCodeAt(to - 1) >>> 10 === 0x36) to -= 1;
    found.push(text.slice(from, to));
    from = to;
  }
  return found;
}
