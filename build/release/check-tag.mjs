import { packageJson } from '#build/setup/project.mjs'

// node build/release/check-tag.mjs v1.2.3    fails unless the tag equals the version of package.json
const tag = process.argv[2] ?? ''
if (tag !== `v${packageJson.version}`) {
  console.error(`the tag ${tag} does not match the version of package.json, ${packageJson.version}`)
  process.exit(1)
}
