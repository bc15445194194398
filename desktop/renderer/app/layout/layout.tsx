import { Outlet, ScrollRestoration } from 'react-router-dom'
import { AskDialog } from '#desktop/renderer/components/ask-dialog.tsx'
import { ToastList } from '#desktop/renderer/components/toast-list.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { LinkNotice } from './link-notice.tsx'
import { Progress } from './progress.tsx'
import { ScreenChange } from './screen-change.tsx'

/** What every screen shares. */
export function Layout() {
  const { t } = useLanguage()
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {t('app.skip')}
      </a>
      <Progress />
      <Header />
      <LinkNotice />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ToastList dismissText={t('toast.dismiss')} />
      <AskDialog />
      <ScreenChange />
      <ScrollRestoration />
    </div>
  )
}
