import { register } from 'node:module'

// Run by Node as `node inert.mjs FILE NAME,NAME…`: prints how many milliseconds the import of FILE
// takes until it waits for Electron to be ready, or is done. Electron and the keychain are things
// that do nothing.
const [file = '', names = ''] = process.argv.slice(2)

const done = () => {
  console.log(performance.now() - begin)
  process.exit()
}

/**
 * Answers itself to whatever is asked, called or constructed, and is no promise.
 * @type {object}
 */
const inert = new Proxy(() => inert, {
  get: (_, name) => (name === 'then' || name === Symbol.toPrimitive ? undefined : inert),
  construct: () => inert,
})
const app = new Proxy(() => inert, {
  get: (_, name) => (name === 'whenReady' ? done : inert),
})
Object.assign(globalThis, { inertElectron: { inert, app } })

const exported = names.split(',').filter(Boolean)
const source = [
  'const { inert, app } = globalThis.inertElectron',
  ...exported.filter((name) => name !== 'app').map((name) => `export const ${name} = inert`),
  'export { app }',
  'export default new Proxy({}, { get: (_, name) => (name === "app" ? app : inert) })',
].join('\n')
const hooks = `
  const source = ${JSON.stringify(source)}
  const isInert = (name) => name === 'electron' || name === '@napi-rs/keyring'
  export const resolve = (name, context, next) =>
    isInert(name) ? { url: 'inert:' + name, shortCircuit: true } : next(name, context)
  export const load = (url, context, next) =>
    url.startsWith('inert:') ? { format: 'module', source, shortCircuit: true } : next(url, context)
`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)

// The thread of the hooks starts here and not in the measure.
await import('electron')
const begin = performance.now()
await import(file)
done()
