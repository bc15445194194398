/**
 * Finds a piece of code, however its lines are broken.
 * @param {string} code
 */
const anywhere = (code) =>
  new RegExp(code.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'), 'g')

/**
 * What only the router's framework, its server components and its forms need: how often it stands
 * there, and what is left of it.
 */
const cuts = [
  {
    of: 'return shouldPrefetch && !isAbsolute ? /* @__PURE__ */ React10.createElement(React10.Fragment, null, link, /* @__PURE__ */ React10.createElement(PrefetchPageLinks, { page: href })) : link;',
    to: 'return link;',
  },
  {
    of: 'let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior( prefetch, rest );',
    to: 'let prefetchRef = null, prefetchHandlers = {};',
  },
  {
    of: 'return /* @__PURE__ */ React2.createElement(RSCErrorHandler, { error }, result);',
    to: 'return result;',
  },
  {
    of: 'const decoded = decodeRouteErrorResponseDigest(error.digest); if (decoded) error = decoded;',
    to: '',
  },
  { of: 'if (init.instrumentations) {', to: 'if (false) {', times: 2 },
  { of: 'opts?.hydrationData || parseHydrationData()', to: 'opts?.hydrationData', times: 2 },
  { of: 'HistoryRouter.displayName = "unstable_HistoryRouter";', to: '' },
  { of: '\nForm.displayName = "Form";', to: '' },
  { of: 'var Form = React10.forwardRef(', to: 'var Form = /* @__PURE__ */ React10.forwardRef(' },
]

/**
 * Leaves out of the router what no screen here can reach, but no bundler can tell. Throws when the
 * router no longer looks as it did, so that a new version is never cut blindly.
 * @type {import('vite').Plugin}
 */
export const slimRouter = {
  name: 'tidemark-slim-router',
  transform: {
    filter: { id: /react-router\/dist\/production\/chunk-\w+\.mjs/ },
    handler(code) {
      if (!code.includes('var Link = React10.forwardRef(')) return null
      return cuts.reduce((text, { of, to, times = 1 }) => {
        const found = anywhere(of)
        if (text.match(found)?.length !== times) {
          throw new Error(`the router has changed: look at build/slim-router.mjs (${of})`)
        }
        return text.replaceAll(found, to)
      }, code)
    },
  },
}
