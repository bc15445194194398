import { parentPort, Worker } from 'node:worker_threads'
import type { Clock } from './clock.ts'

/** A task for the thread, or the answer to a question about one. */
export type ToThread<Task, Answer> =
  | { id: number; task: Task }
  | { id: number; questionId: number; answer: Answer }

/** The end of a task, or a question about it. */
export type FromThread<Result, Question> =
  | { id: number; result: Result }
  | { id: number; error: string }
  | { id: number; questionId: number; question: Question }

/** Starts a thread that takes messages; `onFailure` is called when it has crashed. */
export type StartThread<Task, Result, Question = never, Answer = never> = (
  onMessage: (message: FromThread<Result, Question>) => void,
  onFailure: (error: Error) => void,
) => { send(message: ToThread<Task, Answer>): void; stop(): void }

/** Starts the module `file`, which calls `runTasks`, in a thread that does not keep the process alive. */
export const threadOf =
  <Task, Result, Question, Answer>(file: URL): StartThread<Task, Result, Question, Answer> =>
  (onMessage, onFailure) => {
    const worker = new Worker(file)
    worker.unref()
    worker.on('message', onMessage)
    worker.on('error', onFailure)
    const send = (message: ToThread<Task, Answer>) => worker.postMessage(message)
    return { send, stop: () => void worker.terminate() }
  }

/** A copy of bytes in memory that threads share: Bun takes about 20 ms a megabyte to copy others into a message. */
export function sharedCopy(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  copy.set(bytes)
  return copy
}

/** Time for a new thread to load its modules (ms), which takes many seconds on a busy machine. */
const START_LIMIT_MS = 60_000

interface WorkerDeps<Task, Result, Question, Answer> {
  clock: Pick<Clock, 'after'>
  start: StartThread<Task, Result, Question, Answer>
  /** Tasks in the thread at a time. */
  concurrency: number
  /** Tasks that wait beside them. */
  maxWaiting: number
  /** The error of a task that the thread cannot take now: too many wait, or it is still loading. */
  busy: () => Error
  nameOf: (task: Task) => string
  /** A task that takes longer (ms) is rejected, and its thread replaced unless that is still loading. */
  limitMs: number
  /** The thread ends after this time without a task (ms); never for null. */
  idleMs: number | null
}

/** Runs tasks in a thread, which starts with the first one and is replaced when it crashes or hangs. */
export function createWorker<Task, Result, Question = never, Answer = never>(
  deps: WorkerDeps<Task, Result, Question, Answer>,
) {
  type Answerer = (question: Question) => Promise<Answer>
  const newJob = (id: number, task: Task, answer: Answerer) => ({
    ...Promise.withResolvers<Result>(),
    id,
    task,
    answer,
    cancelLimit: () => {},
  })
  const refuse = () => Promise.reject(new Error('Nobody answers.'))
  type Job = ReturnType<typeof newJob>
  const running = new Map<number, Job>()
  const waiting: Job[] = []
  let thread: ReturnType<typeof deps.start> | null = null
  /** Whether the thread has sent anything. */
  let hasAnswered = false
  let cancelIdle = () => {}
  let lastId = 0

  /** Ends the thread and its tasks; those that wait run in the next. */
  const fail = (error: Error) => {
    cancelIdle()
    thread?.stop()
    thread = null
    hasAnswered = false
    for (const { reject, cancelLimit } of running.values()) {
      cancelLimit()
      reject(error)
    }
    running.clear()
    startNext()
  }

  const onMessage = async (message: FromThread<Result, Question>) => {
    hasAnswered = true
    const { id } = message
    const job = running.get(id)
    if (!job) return
    if ('question' in message) {
      const answer = await job.answer(message.question)
      if (running.has(id)) thread?.send({ id, questionId: message.questionId, answer })
      return
    }
    running.delete(id)
    job.cancelLimit()
    if ('error' in message) job.reject(new Error(message.error))
    else job.resolve(message.result)
    startNext()
    if (running.size === 0 && deps.idleMs !== null) {
      cancelIdle = deps.clock.after(deps.idleMs, () => fail(new Error('The thread is idle.')))
    }
  }

  /** Rejects a task over its limit, and replaces its thread unless that is still loading its modules. */
  const rejectLate = (job: Job) => {
    const error = new Error(`${deps.nameOf(job.task)} hangs`)
    if (hasAnswered || deps.limitMs >= START_LIMIT_MS) {
      fail(error)
      return
    }
    for (const late of [job, ...waiting.splice(0)]) late.reject(deps.busy())
    job.cancelLimit = deps.clock.after(START_LIMIT_MS - deps.limitMs, () => fail(error))
  }

  function startNext(): void {
    while (running.size < deps.concurrency) {
      const job = waiting.shift()
      if (!job) return
      cancelIdle()
      thread ??= deps.start(onMessage, fail)
      running.set(job.id, job)
      const { id, task } = job
      job.cancelLimit = deps.clock.after(deps.limitMs, () => rejectLate(job))
      thread.send({ id, task })
    }
  }

  return {
    /** Runs `task` and answers its questions. Rejects with `busy`, or with the error of the thread. */
    async run(task: Task, answer: Answerer = refuse): Promise<Result> {
      if (running.size >= deps.concurrency && waiting.length >= deps.maxWaiting) throw deps.busy()
      lastId += 1
      const job = newJob(lastId, task, answer)
      waiting.push(job)
      startNext()
      return job.promise
    },

    /** Ends the thread; tasks that run or wait are rejected. */
    stop(): void {
      const error = new Error('The thread has stopped.')
      for (const { reject } of waiting.splice(0)) reject(error)
      fail(error)
    },
  }
}

/** In a thread: runs each task that the server sends. `request` sends the server a question about it. */
export function runTasks<Task, Result, Question = never, Answer = never>(
  run: (task: Task, request: (question: Question) => Promise<Answer>) => Promise<Result>,
  buffersOf: (result: Result) => ArrayBuffer[] = () => [],
): void {
  const pending = new Map<number, (answer: Answer) => void>()
  let lastQuestion = 0
  const send = (message: FromThread<Result, Question>, buffers: ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, buffers)
  parentPort?.on('message', async (message: ToThread<Task, Answer>) => {
    const { id } = message
    if ('questionId' in message) {
      pending.get(message.questionId)?.(message.answer)
      pending.delete(message.questionId)
      return
    }
    const request = (question: Question) => {
      lastQuestion += 1
      const { promise, resolve } = Promise.withResolvers<Answer>()
      pending.set(lastQuestion, resolve)
      send({ id, questionId: lastQuestion, question })
      return promise
    }
    try {
      const result = await run(message.task, request)
      send({ id, result }, buffersOf(result))
    } catch (error) {
      send({ id, error: String(error) })
    }
  })
}
