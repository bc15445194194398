import { execFile } from 'node:child_process'
import { environment } from '#desktop/main/environment.ts'

/** The same question for each of several programs; a system has at least one of them. */
export type Calls = readonly (readonly [program: string, ...args: string[]])[]

const TIMEOUT_MS = 2_000

/** Runs a program; resolves to its output, '' when it is missing or fails. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    const options = { env: environment.all, timeout: TIMEOUT_MS, windowsHide: true }
    execFile(program, args, options, (error, output) => resolve(error ? '' : output))
  })

/** The output of the first program whose answer is as wanted; '' without one. */
export async function askPrograms(run: RunProgram, calls: Calls, wanted: RegExp): Promise<string> {
  for (const [program, ...args] of calls) {
    const output = await run(program, args)
    if (wanted.test(output)) return output
  }
  return ''
}

const BUS = 'org.freedesktop.DBus'
const BUS_PATH = '/org/freedesktop/DBus'

const dbusSend = (service: string, path: string, method: string, ...args: string[]) =>
  [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${service}`,
    path,
    method,
    ...args.map((arg) => `string:${arg}`),
  ] as const

/** A method of the session bus of Linux with one string as argument. */
export const busCall = (method: string, argument: string): Calls => [
  ['busctl', '--user', 'call', BUS, BUS_PATH, BUS, method, 's', argument],
  ['gdbus', 'call', '--session', '-d', BUS, '-o', BUS_PATH, '-m', `${BUS}.${method}`, argument],
  dbusSend(BUS, BUS_PATH, `${BUS}.${method}`, argument),
]

/** A property of a service of the session bus, whose interface is named like the service. */
export function busProperty(service: string, path: string, name: string): Calls {
  const get = `${BUS}.Properties.Get`
  return [
    ['busctl', '--user', 'get-property', service, path, service, name],
    ['gdbus', 'call', '--session', '-d', service, '-o', path, '-m', get, service, name],
    dbusSend(service, path, get, service, name),
  ]
}
