import { Worker } from 'node:worker_threads'

/** A thread of this process that takes messages. */
export interface WorkerThread<Sent> {
  send(message: Sent): void
  stop(): void
}

export interface ThreadEvents<Received> {
  onMessage: (message: Received) => void
  /** Called when the thread has crashed. */
  onFailure: (error: Error) => void
}

/** Starts the module `file` in a thread that does not keep the process alive. */
export function startWorkerThread<Sent, Received>(
  file: URL,
  { onMessage, onFailure }: ThreadEvents<Received>,
): WorkerThread<Sent> {
  const worker = new Worker(file)
  worker.unref()
  worker.on('message', onMessage)
  worker.on('error', onFailure)
  return {
    send: (message) => worker.postMessage(message),
    stop: () => void worker.terminate(),
  }
}
