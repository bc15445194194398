/** Visitors who ask for `url` without a pause; `stop` tells how many replies were 200, and what was not. */
export function startVisitors(url: string, count: number) {
  const lost: string[] = []
  let answered = 0
  let isOver = false
  const visit = async () => {
    while (!isOver) {
      const reply = await fetch(url)
      await reply.arrayBuffer()
      if (reply.status === 200) answered += 1
      else lost.push(`${reply.status}`)
    }
  }
  const visitors = Array.from({ length: count }, () =>
    visit().catch((error) => lost.push(`${error}`)),
  )
  return {
    async stop() {
      isOver = true
      await Promise.all(visitors)
      return { answered, lost }
    },
  }
}
