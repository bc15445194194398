import { mkdirSync, writeFileSync } from 'node:fs'
import { fromRoot } from '#build/setup/project.mjs'
import { SOUND_NAMES, wavOf } from './sounds.mjs'

// node build/sounds/make.mjs     writes the sounds of alerts, which sounds.mjs computes
const folder = fromRoot('desktop', 'renderer', 'public', 'sounds')
mkdirSync(folder, { recursive: true })
for (const name of SOUND_NAMES) writeFileSync(`${folder}/${name}.wav`, wavOf(name))
