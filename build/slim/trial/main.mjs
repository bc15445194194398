import { Type } from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import electronLog from 'electron-log/node'
import Store from 'electron-store'
import { createLog } from '#desktop/main/log/log.ts'

// Runs in a bundle made as the main process is, with the packages cut: keeps a setting, checks it,
// writes to the log, then finds and downloads an update. Prints what came of it as one line of JSON.
const folder = process.env.TRIAL_FOLDER ?? ''
Object.assign(process, { resourcesPath: folder })

const options = { cwd: folder, name: 'settings', defaults: { isMuted: false } }
new Store(options).set('isMuted', true)
const kept = new Store(options).store

const Kept = Type.Object({ isMuted: Type.Boolean() }, { additionalProperties: false })
const fits = [Check(Kept, kept), Check(Kept, { ...kept, more: 1 })]

createLog({ electronLog, folder, isPackaged: true }).info('kept token=abc')

const { autoUpdater } = (await import('electron-updater')).default
autoUpdater.logger = null
autoUpdater.disableDifferentialDownload = true
/** @type {string[]} */
const downloaded = []
autoUpdater.on('update-downloaded', ({ version }) => downloaded.push(version))
const found = await autoUpdater.checkForUpdates()
const files = await found?.downloadPromise
// What is there is not fetched twice: this compares it with what the feed says.
await (await autoUpdater.checkForUpdates())?.downloadPromise
console.log(JSON.stringify({ kept, fits, version: found?.updateInfo.version, files, downloaded }))
process.exit()
