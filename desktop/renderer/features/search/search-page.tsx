import { type FormEvent, useId, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Page } from '#desktop/renderer/components/page.tsx'
import { Tabs } from '#desktop/renderer/components/tabs.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { SearchKind } from '#shared/contract/search.ts'
import { searchTexts } from '#shared/i18n/screens/search.ts'
import { PATHS, searchPath } from '#shared/rules/paths.ts'
import { QUERY_MAX, QUERY_MIN } from '#shared/rules/search-tokens.ts'
import { isSearchable, type Search } from './api.ts'
import { Results } from './results.tsx'
import styles from './search-page.module.css'

const KINDS = ['note', 'post', 'reply', 'person', 'round'] as const satisfies readonly SearchKind[]

function searchOf(params: URLSearchParams): Search {
  const author = params.get('author')
  return {
    q: (params.get('q') ?? '').slice(0, QUERY_MAX),
    kind: KINDS.find((kind) => kind === params.get('kind')) ?? null,
    author: author !== null && /^[0-9A-Za-z]{6}$/.test(author) ? author : null,
  }
}

/** Results of a search that the address names. */
export function Component() {
  const t = useTexts(searchTexts)
  const [params] = useSearchParams()
  const search = searchOf(params)
  const { q, kind, author } = search
  return (
    <Page title={q === '' ? t('search.title') : `${t('search.title')}: ${q}`} back={PATHS.home}>
      <SearchForm search={search} />
      {isSearchable(q) && (
        <Tabs
          label={t('search.what')}
          isPage
          tabs={[null, ...KINDS].map((option) => ({
            path: searchPath(q, option, author),
            text: t(`kind.${option ?? 'all'}`),
            isSelected: option === kind,
          }))}
        />
      )}
      {author !== null && (
        <p className={styles.author}>
          {t('search.by', { name: `#${author}` })} ·{' '}
          <Link to={searchPath(q, kind, null)}>{t('search.anybody')}</Link>
        </p>
      )}
      {isSearchable(q) ? (
        <Results search={search} />
      ) : (
        <p className={styles.hint}>{t('search.hint')}</p>
      )}
    </Page>
  )
}

/** The field of the words; another search is another address. */
function SearchForm({ search: { q, kind, author } }: { search: Search }) {
  const t = useTexts(searchTexts)
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const [shown, setShown] = useState(q)
  // Another address, such as that of Back.
  if (shown !== q) {
    setShown(q)
    setTyped(q)
  }
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSearchable(typed)) navigate(searchPath(typed.trim(), kind, author))
  }
  return (
    <search>
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          {t('search.label')}
        </label>
        <input
          id={id}
          type="search"
          name="q"
          value={typed}
          required
          minLength={QUERY_MIN}
          maxLength={QUERY_MAX}
          placeholder={t('search.label')}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button kind="primary" type="submit">
          {t('search.submit')}
        </Button>
      </form>
    </search>
  )
}
