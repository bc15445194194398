import { register } from 'node:module'

// Usage: node electron-stub.mjs FILE NAME,NAME… FOLDER
// Prints the milliseconds that importing FILE takes until it waits for Electron's ready event or is done.
// Electron and the keychain are stubs; every path of the app is FOLDER.
const [file = '', names = '', folder = ''] = process.argv.slice(2)

const done = () => {
  console.log(performance.now() - begin)
  process.exit()
}

/**
 * Returns itself for any property, call or construction; a text where one is needed; not thenable.
 * @type {object}
 */
const stub = new Proxy(() => stub, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => 'stub'
    return name === 'then' ? undefined : stub
  },
  construct: () => stub,
})
/** @type {Record<PropertyKey, () => string | void>} */
const own = { whenReady: done, getPath: () => folder, getName: () => 'Tidemark' }
const app = new Proxy(() => stub, { get: (_, name) => own[name] ?? stub })
Object.assign(globalThis, { inertElectron: { stub, app } })

const exported = names.split(',').filter(Boolean)
const source = [
  'const { stub, app } = globalThis.inertElectron',
  ...exported.filter((name) => name !== 'app').map((name) => `export const ${name} = stub`),
  'export { app }',
  'export default new Proxy({}, { get: (_, name) => (name === "app" ? app : stub) })',
].join('\n')
const hooks = `
  const source = ${JSON.stringify(source)}
  const isInert = (name) => name === 'electron' || name === '@napi-rs/keyring'
  export const resolve = (name, context, next) =>
    isInert(name) ? { url: 'stub:' + name, shortCircuit: true } : next(name, context)
  export const load = (url, context, next) =>
    url.startsWith('stub:') ? { format: 'module', source, shortCircuit: true } : next(url, context)
`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)

// Starts the loader thread before the measurement.
await import('electron')
const begin = performance.now()
await import(file)
done()
