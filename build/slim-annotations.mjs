/** The kinds of annotation that the chart does not draw; they would be a tenth of its size. */
const unused = ['DoughnutLabel', 'Line', 'Ellipse', 'Point', 'Polygon'].join('|')
const kinds = /^const annotationTypes = \{\n[\s\S]*?^\};$/m
const traits = new RegExp(
  `^(?:${unused})Annotation\\.\\w+ = (?:'\\w+';|\\{\\n[\\s\\S]*?^\\};)$`,
  'gm',
)

/** What is registered; `line` is what the plugin falls back to while it looks up its options. */
const kept =
  'const annotationTypes = { box: BoxAnnotation, label: LabelAnnotation, line: BoxAnnotation };'

/**
 * Leaves the kinds of chartjs-plugin-annotation out that nothing draws: the plugin registers all it
 * has, so that no bundler can tell. Throws when the plugin no longer looks as it did, so that a new
 * version is never cut blindly.
 * @type {import('vite').Plugin}
 */
export const slimAnnotations = {
  name: 'tidemark-slim-annotations',
  transform: {
    filter: { id: /chartjs-plugin-annotation\.esm\.js/ },
    handler(code) {
      if (!kinds.test(code) || code.match(traits)?.length !== 17) {
        throw new Error('chartjs-plugin-annotation has changed: look at build/slim-annotations.mjs')
      }
      return code.replace(kinds, kept).replace(traits, '')
    },
  },
}
