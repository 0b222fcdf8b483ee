import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { debianProgram, freePort } from 'engine/testing'

const deploy = join(import.meta.dirname, '../deploy')
const caddy = { names: ['caddy'], file: 'usr/bin/caddy', debian: 'caddy', ask: 'version' }
const nginx = { names: ['nginx'], file: 'usr/sbin/nginx', debian: 'nginx', ask: '-v' }

/** A proxy that runs with one of the samples, until it is disposed of. */
export type RunningProxy = AsyncDisposable & { url: string }

/** Starts Caddy, with self-signed certificates if `url` uses TLS. */
export async function startCaddy(sample: string, url: string, env: Record<string, string>): Promise<RunningProxy> {
  const home = await mkdtemp(join(tmpdir(), 'mainstreet-caddy-'))
  const file = join(home, 'Caddyfile')
  const ours = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n'
  await writeFile(file, ours + (await readFile(join(deploy, sample), 'utf8')))
  const settings = { XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, HOME: home, SITE_URL: url, ...env }
  return start(caddy, ['run', '--adapter', 'caddyfile', '--config', file], { url, home, env: settings })
}

/** Starts nginx with a certificate for localhost. */
export async function startNginx(port: number, servers: readonly string[]): Promise<RunningProxy> {
  const home = await mkdtemp(join(tmpdir(), 'mainstreet-nginx-'))
  const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...request, ...subject], { stdio: 'pipe' })
  const sample = (await readFile(join(deploy, 'nginx/mainstreet.conf'), 'utf8'))
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replaceAll('www.example.com', 'localhost')
    .replace(/listen 443/, `listen ${port}`)
    .replace(/listen \[::\]:443.*/, '')
    .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`)
    .replace(/server 127.0.0.1:3000.*/, servers.map((server) => `server ${server} fail_timeout=5s;`).join('\n\t'))
  return startNginxIn(home, sample, `https://localhost:${port}`)
}

/** Starts Caddy or nginx with its sample for static pages, which serves the build in `dir` without TLS. */
export async function startFileHost(host: 'Caddy' | 'nginx', dir: string): Promise<RunningProxy> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  if (host === 'Caddy') return startCaddy('hosted/Caddyfile', url, { ROOT: dir })
  const sample = (await readFile(join(deploy, 'hosted/nginx.conf'), 'utf8'))
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replace(/listen 443.*/, `listen 127.0.0.1:${port};`)
    .replace(/listen \[::\]:443.*/, '')
    .replaceAll(/ssl_.*/g, '')
    .replaceAll('www.example.com', 'localhost')
    .replace('/srv/mainstreet', dir)
  return startNginxIn(await mkdtemp(join(tmpdir(), 'mainstreet-nginx-')), sample, url)
}

const types =
  'text/html html; text/javascript js; text/css css; application/json json; image/svg+xml svg; font/woff2 woff2;'

async function startNginxIn(home: string, sample: string, url: string): Promise<RunningProxy> {
  const file = join(home, 'nginx.conf')
  // The workers of nginx run as root too, since another user could not read root's folders.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};\n`)
    .join('')
  const around = `${user}daemon off;\nerror_log stderr warn;\npid ${home}/nginx.pid;\nevents {}\n`
  await writeFile(file, `${around}http {\naccess_log off;\ntypes { ${types} }\n${folders}${sample}\n}\n`)
  return start(nginx, ['-c', file, '-p', home, '-e', 'stderr'], { url, home, env: {} })
}

type Started = { url: string; home: string; env: Record<string, string> }

async function start(
  wanted: Parameters<typeof debianProgram>[0],
  args: readonly string[],
  { url, home, env }: Started,
): Promise<RunningProxy> {
  const program = await debianProgram(wanted)
  const child = spawn(program.command, args, { env: { ...program.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (words) => {
    said += words
  })
  const exited = once(child, 'exit')
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (tries === 100 || child.exitCode !== null) throw new Error(`${program.command} does not answer:\n${said}`)
    await pause(100)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
      await rm(home, { recursive: true, force: true })
    },
  }
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )
