/**
 * A server in its own thread, which keeps running while a test blocks the main thread. It answers each request with
 * `{}` and keeps the connection. First it sends its port to the main thread. It returns the message `hello`. At the
 * message `close`, it closes all open connections, and sets a mark in shared memory once all are closed.
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
