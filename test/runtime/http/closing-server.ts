/**
 * A server in its own thread, which keeps running while a test blocks the main thread. It answers each request with
 * `{}` and keeps the connection open. First it sends its port to the main thread. It sends back the message `hello`.
 * After the message `close`, it closes all connections, and then sets a mark in shared memory.
 */

import { type AddressInfo, createServer, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

const closed: Int32Array = workerData;
const sockets = new Set<Socket>();

const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => {});
  socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"));
  socket.on("close", () => {
    sockets.delete(socket);
    if (sockets.size === 0) mark();
  });
});
function mark(): void {
  Atomics.store(closed, 0, 1);
  Atomics.notify(closed, 0);
}

server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port));

parentPort?.on("message", (word: "hello" | "close") => {
  if (word === "hello") parentPort?.postMessage(word);
  else if (sockets.size === 0) mark();
  else for (const socket of sockets) socket.destroy();
});
