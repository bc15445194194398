import { spawnSync } from 'node:child_process'
import { restartKeyringArgs } from '#build/setup/keyring.mjs'
import { eventually } from '#tests/support/eventually.ts'

const SECRETS = ['--dest=org.freedesktop.secrets', '/org/freedesktop/secrets']

/** Asks something over D-Bus; answers what was said, or the refusal. */
function ask(...args: string[]): string {
  // What follows locks and kills the keyring that it finds, so it must be the one made for a test.
  if (!process.env.KEYRING_HOME)
    throw new Error('run this under wrapWithKeyring of build/setup/keyring.mjs')
  const options = ['--session', '--print-reply=literal']
  const { stdout, stderr } = spawnSync('dbus-send', [...options, ...args], { encoding: 'utf8' })
  return `${stdout}${stderr}`
}

/** The items of a service that the Secret Service itself knows: unlocked, then locked. */
export const itemsOf = (service: string): string[] =>
  ask(
    ...SECRETS,
    'org.freedesktop.Secret.Service.SearchItems',
    `dict:string:string:service,${service}`,
  ).match(/\/org\/freedesktop\/secrets\/collection\/\S+/g) ?? []

/** Closes the keyring; only a new process opens it again, for no person is here to be asked. */
export function lockSecrets(): void {
  const collection = '/org/freedesktop/secrets/collection/login'
  ask(...SECRETS, 'org.freedesktop.Secret.Service.Lock', `array:objpath:${collection}`)
}

/** The process that is the Secret Service now; undefined when there is none. */
export function secretService(): number | undefined {
  const question = 'org.freedesktop.DBus.GetConnectionUnixProcessID'
  const name = 'string:org.freedesktop.secrets'
  const answer = ask('--dest=org.freedesktop.DBus', '/', question, name)
  const [, id] = /uint32 (\d+)/.exec(answer) ?? []
  return id ? Number(id) : undefined
}

export async function endSecretService(): Promise<void> {
  const id = secretService()
  if (id === undefined) return
  process.kill(id, 'SIGKILL')
  await eventually(() => secretService() === undefined)
}

/** Starts it, unlocked, with what it held. */
export async function startSecretService(): Promise<void> {
  spawnSync('sh', restartKeyringArgs)
  await eventually(() => secretService() !== undefined)
}

/** Starts it anew, open and with nothing of a service in it. */
export async function freshSecrets(service: string): Promise<void> {
  await endSecretService()
  await startSecretService()
  for (const path of itemsOf(service)) {
    ask('--dest=org.freedesktop.secrets', path, 'org.freedesktop.Secret.Item.Delete')
  }
}
