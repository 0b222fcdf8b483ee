import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useWrite } from '../writes/use-write.ts'
import { wantsBrowserNotices } from './browser-notices.ts'
import { readNotices } from './read-notices.ts'

/**
 * Opens what a clicked notification is about: the service worker names the notice in a message to an open window, or opens
 * a window at `/dashboard?notice=…`. Also keeps this device's subscription valid. Renders nothing.
 */
export function DeviceNotices() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [read] = useWrite(readNotices)
  const open = useEffectEvent(async (id: string) => {
    const [{ noticeText }, { noticesQuery }] = await Promise.all([import('./notice.ts'), import('./notice-queries.ts')])
    const notices = await queryClient.fetchQuery({ ...noticesQuery(), staleTime: 0 })
    const notice = notices.find((one) => one.id === id)
    const text = notice && noticeText(notice)
    if (!text) return
    void read({ id })
    await navigate(text.to, { replace: isNamed(id) })
  })
  useEffect(() => {
    const report = (error: unknown) => console.info('A notification could not be followed:', error)
    const follow = (id: unknown) => typeof id === 'string' && void open(id).catch(report)
    const listen = ({ data }: MessageEvent<unknown>) => follow(Object(data).notice)
    follow(new URLSearchParams(window.location.search).get('notice'))
    navigator.serviceWorker?.addEventListener('message', listen)
    return () => navigator.serviceWorker?.removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (!wantsBrowserNotices()) return
    import('./push.ts')
      .then(({ renewPush }) => renewPush())
      .catch((error: unknown) => console.info('The subscription of this device could not be renewed:', error))
  }, [])
  return null
}

/** Whether the address of the window names the notice, which Back should not follow again. */
const isNamed = (id: string) => new URLSearchParams(window.location.search).get('notice') === id
