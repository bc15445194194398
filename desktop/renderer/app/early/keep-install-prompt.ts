/** Stores the browser's offer to install, which may come before the code that repeats it has loaded. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event
  })
}
