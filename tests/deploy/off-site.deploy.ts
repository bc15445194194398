import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackage } from '#build/setup/apt.mjs'
import { startCluster } from '#build/setup/postgres-cluster.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { CreatePostReply, PostList } from '#shared/contract/posts.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { childPlace } from '#tests/support/child-server.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { run } from './commands.ts'
import { readGuide } from './guide.ts'

// The steps of docs/DATABASE.md, as they stand there, with Debian's restic and a folder as the other machine.

const LIMIT_MS = 300_000

let cluster: Awaited<ReturnType<typeof startCluster>>
/** Of the backups, the repository and its password, and what is restored. */
let folder: string

beforeAll(async () => {
  ensureDebianPackage('restic', () => Bun.which('restic') !== null, 'restic')
  cluster = await startCluster()
  folder = mkdtempSync(join(tmpdir(), 'tidemark-off-site-'))
}, LIMIT_MS)
afterAll(async () => {
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test(
  'a machine that is lost with its backups comes back from the copy on another one',
  async () => {
    const { block } = await readGuide('## Backups on another machine')
    const backups = join(folder, 'backups')
    // As systemd makes the folder of a dynamic user.
    mkdirSync(join(folder, 'private', 'backups'), { recursive: true })
    symlinkSync(join('private', 'backups'), backups)
    const own = (text: string) =>
      text
        .replace('sftp:backup@10.0.0.21:/srv/tidemark', join(folder, 'repository'))
        .replace('/etc/tidemark-restic', join(folder, 'password'))
        .replaceAll('/var/lib/tidemark-backups', backups)
        .replaceAll('/tmp/rehearsal', join(folder, 'rehearsal'))
    const [settings = '', ...setUp] = own(block('sh')).split('\n')
    const follow = (text: string, databaseUrl = '') =>
      run(['env', `DATABASE_URL=${databaseUrl}`, 'sh', '-ec', `${settings}\n${own(text)}`], {
        cwd: fromRoot(),
      })
    await Bun.write(join(folder, 'password'), crypto.randomUUID())
    await follow(setUp.join('\n'))

    const lost = await childPlace({ serverUrl: cluster.url })
    const child = lost.start()
    const url = await child.url
    const guest = apiClient(url)
    const { issuer } = await guest.authConfig()
    const { idToken } = await signIn(issuer, serverClient(url), 'Mina')
    const mina = guest.as((await guest.signIn(idToken)).token)
    const words = 'A post that has to survive'
    const kept = await mina.call(CreatePostReply, 'POST', '/posts/frees', {
      content: `<p>${words}</p>`,
    })
    await follow(`npm run backup -- ${backups} --keep 14`, lost.databaseUrl ?? '')
    await follow(block('sh', 1))
    await lost.dispose()
    for (const name of ['backups', 'private']) rmSync(join(folder, name), { recursive: true })

    const { url: databaseUrl, drop } = await createTestDatabase(cluster.url)
    const { output } = await follow(block('sh', 2), databaseUrl)
    expect(output).toContain('1 post')
    const next = await childPlace({ serverUrl: null, isEmpty: true })
    const again = next.start({ DATABASE_URL: databaseUrl })
    const { posts } = await apiClient(await again.url).get(PostList, '/posts/frees?page=1')
    expect(posts.map(({ id, title }) => [id, title])).toEqual([[kept.id, words]])
    await next.dispose()
    await drop()
  },
  LIMIT_MS,
)
