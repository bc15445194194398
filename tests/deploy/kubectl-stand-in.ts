/**
 * A program in the place of kubectl, whose Jobs end at once. In its folder `job.json` is the Job of the CronJob, and
 * `log` gets its other commands, with the objects that they create.
 */
export const KUBECTL = `#!/usr/bin/env bun
const [verb = '', kind = '', name = ''] = process.argv.slice(2)
const patch = process.argv.find((arg) => arg.startsWith('--patch='))
const folder = import.meta.dir
if (verb === 'create' && kind === 'job') {
  const job = await Bun.file(folder + '/job.json').json()
  console.log(JSON.stringify({ ...job, metadata: { name } }))
} else if (verb === 'patch') {
  const job = await Bun.stdin.json()
  for (const { op, path, value } of JSON.parse(patch.slice('--patch='.length))) {
    const keys = path.slice(1).split('/')
    const last = keys.pop()
    const parent = keys.reduce((object, key) => object[key], job)
    if ((op === 'add') === last in parent) throw new Error(op + ' ' + path)
    if (op === 'remove') delete parent[last]
    else parent[last] = value
  }
  console.log(JSON.stringify(job))
} else if (verb === 'get') {
  console.log('SuccessCriteriaMet Complete')
} else {
  const created = verb === 'create' ? ' ' + JSON.stringify(await Bun.stdin.json()) : ''
  const log = folder + '/log'
  await Bun.write(log, (await Bun.file(log).text()) + verb + created + '\\n')
}
`
