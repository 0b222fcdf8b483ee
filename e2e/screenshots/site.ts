import type { Scene } from './scene.ts'

export const siteScenes: Scene[] = [
  { name: 'home', path: '/' },
  { name: 'home-top', path: '/', isWindowOnly: true },
  { name: 'home-scrolled', path: '/', isWindowOnly: true, prepare: (page) => page.mouse.wheel(0, 700) },
  {
    name: 'home-menu',
    path: '/',
    isWindowOnly: true,
    widths: [390],
    prepare: (page) => page.getByRole('banner').getByRole('button', { name: /menu/i }).click(),
  },
  { name: 'services', path: '/services' },
  { name: 'service', path: '/services/web-development' },
  { name: 'pricing', path: '/pricing' },
  { name: 'contact', path: '/contact' },
  {
    name: 'contact-incomplete',
    path: '/contact',
    prepare: (page) => page.getByRole('main').getByRole('button').click(),
  },
  { name: 'not-found', path: '/nowhere' },
]
