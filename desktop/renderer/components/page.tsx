import type { ReactNode } from 'react'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { BackLink } from './back-link.tsx'
import styles from './page.module.css'

interface PageProps {
  title: string
  /** Path of the link back. */
  back: string
  /** Id of the heading, for a table that it names. */
  headingId?: string
  /** A paragraph or links below the heading. */
  lead?: ReactNode
  children: ReactNode
}

/** A screen with its name, also in the window's title, and a link back. */
export function Page({ title, back, headingId, lead, children }: PageProps) {
  const { t } = useLanguage()
  return (
    <article className={styles.page}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <header className={styles.header}>
        <BackLink to={back} />
        <h1 id={headingId}>{title}</h1>
        {lead}
      </header>
      {children}
    </article>
  )
}
