/**
 * Votes and lists votes with the client that openapi-typescript generates into api.d.ts, and prints what
 * came: client.ts URL TOKEN
 */
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

declare const process: { argv: string[] }

type Schemas = components['schemas']

const [baseUrl = '', token = ''] = process.argv.slice(2)
const headers = { authorization: `Bearer ${token}` }
const member = createClient<paths>({ baseUrl, headers })
const guest = createClient<paths>({ baseUrl })

const { data: summary } = await guest.GET('/api/v1/vote/summary')
const target: Schemas['Target'] | undefined = summary?.target2

const targetDate = target?.targetDate ?? ''
const choice: Schemas['Direction'] = 'up'
const body: Schemas['CreateVoteBody'] = { targetDate, vote: choice }
const voted = await member.POST('/api/v1/votes', { body })
const reply: Schemas['CreateVoteReply'] | undefined = voted.data

const listed = await guest.GET('/api/v1/votes', { params: { query: { page: 1 } } })
const items: Schemas['VoteItem'][] = listed.data?.posts ?? []

const refused = await guest.POST('/api/v1/votes', { body })
const error: Schemas['ErrorReply'] | undefined = refused.error

console.log(
  JSON.stringify({
    voted: voted.response.status,
    offer: reply?.offer,
    choices: items.map((item) => item.voteChoice),
    refused: error?.code,
  }),
)
