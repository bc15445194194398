/** One test that proves a sentence, by its file and its title as written there. */
export interface Proof {
  file: string
  title: string
}

/** Something a person can see or do, which the product promises, and the tests that prove it. */
export interface Sentence {
  /** The chapter of the promise: product, screens, fields, states, rules, roles, messages, limits. */
  of: 'product' | 'screens' | 'fields' | 'states' | 'rules' | 'roles' | 'messages' | 'limits'
  says: string
  by: readonly Proof[]
}

/** Names tests of one file. */
export const testsOf =
  (file: string) =>
  (...titles: string[]): Proof[] =>
    titles.map((title) => ({ file, title }))
