import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';

/** DER before the 32 bytes of an Ed25519 key (RFC 8410). */
const [PRIVATE, PUBLIC] = ['302e020100300506032b657004220420', '302a300506032b6570032100'];
const derOf = (start: string, key: Uint8Array): Buffer => Buffer.concat([Buffer.from(start, 'hex'), key]);
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** The name of a key, its hash and itself: the form of C2SP signed notes. */
function keyText(name: string, publicKey: Uint8Array): string {
  const key = Buffer.concat([Buffer.of(1), publicKey]);
  const hash = sha256(Buffer.concat([Buffer.from(`${name}\n`), key])).subarray(0, 4);
  return `${name}+${hash.toString('hex')}+${key.toString('base64')}`;
}

/** Signs roots of trees in the form of C2SP tlog-checkpoint. @param secret the same key for the same secret */
export function checkpointSigner(secret: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'loadcast', 'checkpoints of submissions', 32));
  const own = createPrivateKey({ key: derOf(PRIVATE, seed), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(own).export({ format: 'der', type: 'spki' }).subarray(-32);
  const name = `loadcast-submissions-${sha256(publicKey).toString('hex').slice(0, 16)}`;
  const key = keyText(name, publicKey);
  return {
    key,
    sign(size: number, root: Uint8Array): string {
      const text = `${name}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
      const signature = Buffer.concat([Buffer.from(key.split('+')[1]!, 'hex'), sign(null, Buffer.from(text), own)]);
      return `${text}\n— ${name} ${signature.toString('base64')}\n`;
    },
  };
}

/**
 * The text of a note that a key has signed. Other signatures, as of witnesses, may be there too.
 *
 * @param key `NAME+HASH+KEY`
 * @throws {Error} the key is none, or has not signed the note
 */
export function signedText(note: string, key: string): string {
  const [name = '', hash = '', encoded = ''] = key.split(/\+([0-9a-f]{8})\+/);
  const publicKey = Buffer.from(encoded, 'base64').subarray(1);
  if (publicKey.length !== 32 || keyText(name, publicKey) !== key) throw new Error('the key is no NAME+HASH+KEY');
  const end = note.lastIndexOf('\n\n') + 1;
  const text = Buffer.from(note.slice(0, end));
  const own = createPublicKey({ key: derOf(PUBLIC, publicKey), format: 'der', type: 'spki' });
  const marked = note
    .slice(end)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `));
  const made = marked.map((line) => Buffer.from(line.slice(name.length + 3), 'base64'));
  if (made.some((each) => each.toString('hex', 0, 4) === hash && verify(null, text, own, each.subarray(4))))
    return text.toString();
  throw new Error(`the checkpoint is not signed by ${key}`);
}

/** The size and the root in a checkpoint. @throws {Error} as `signedText`, and where the text is no checkpoint of its key */
export function openCheckpoint(note: string, key: string): { readonly size: number; readonly root: Buffer } {
  const [origin, size = '', root = ''] = signedText(note, key).split('\n');
  if (!key.startsWith(`${origin}+`) || !/^(0|[1-9]\d{0,8})$/.test(size)) throw new Error('the text is no checkpoint');
  return { size: Number(size), root: Buffer.from(root, 'base64') };
}
