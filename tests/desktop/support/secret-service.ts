import { spawnSync } from 'node:child_process'
import { restartKeyringArgs } from '#build/setup/keyring.mjs'
import { eventually } from '#tests/support/eventually.ts'

const SECRETS = ['--dest=org.freedesktop.secrets', '/org/freedesktop/secrets']

/** Calls over D-Bus; returns the reply or the error. */
function ask(...args: string[]): string {
  // The tests lock and kill the keyring, so it must be one made for tests.
  if (!process.env.KEYRING_HOME)
    throw new Error('run this under wrapWithKeyring of build/setup/keyring.mjs')
  // The default time-out of 25 s would outlast the test when the service is restarting.
  const options = ['--session', '--print-reply=literal', '--reply-timeout=2000']
  const { stdout, stderr } = spawnSync('dbus-send', [...options, ...args], { encoding: 'utf8' })
  return `${stdout}${stderr}`
}

/** Items of a service in the Secret Service: unlocked, then locked. */
export const itemsOf = (service: string): string[] =>
  ask(
    ...SECRETS,
    'org.freedesktop.Secret.Service.SearchItems',
    `dict:string:string:service,${service}`,
  ).match(/\/org\/freedesktop\/secrets\/collection\/\S+/g) ?? []

const COLLECTION = '/org/freedesktop/secrets/collection/login'

/** Locks the keyring; only a new process unlocks it, as there is no prompt. */
export function lockSecrets(): void {
  ask(...SECRETS, 'org.freedesktop.Secret.Service.Lock', `array:objpath:${COLLECTION}`)
}

/** The service has its bus name before it has unlocked the keyring. */
const isUnlocked = () =>
  ask(
    '--dest=org.freedesktop.secrets',
    COLLECTION,
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Locked',
  ).includes('boolean false')

/** Process of the Secret Service, or undefined. */
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

/** Starts it unlocked, with its content. */
export async function startSecretService(): Promise<void> {
  spawnSync('sh', restartKeyringArgs)
  await eventually(() => secretService() !== undefined && isUnlocked())
}

/** Starts it unlocked, without items of a service. */
export async function freshSecrets(service: string): Promise<void> {
  await endSecretService()
  await startSecretService()
  for (const path of itemsOf(service)) {
    ask('--dest=org.freedesktop.secrets', path, 'org.freedesktop.Secret.Item.Delete')
  }
}
