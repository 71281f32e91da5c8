import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { load } from '../api.ts'
import { Draft } from './draft.tsx'
import { Sending } from './sending.tsx'

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => load('GET /newsletters/{id}', { params: { id } })

/** `/admin/newsletter/ID`: a draft with its mail beside it, or the progress of a sending. */
export function Component() {
  const newsletter = useLoaderData<typeof loader>()
  return newsletter.state === 'draft' ? <Draft newsletter={newsletter} /> : <Sending newsletter={newsletter} />
}
