/**
 * A linear regression as an ONNX model: `next = days x weights`, float32.
 *
 * Input `days` is [hours, weights.length], output `next` is [hours, 1]. ONNX is protocol buffers; this writes the few
 * fields of one MatMul node (onnx.proto, IR version 8, opset 13).
 *
 * @param {readonly number[]} weights
 * @returns {Uint8Array}
 */
export function linearModel(weights) {
  const matMul = message(text(1, 'days'), text(1, 'weights'), text(2, 'next'), text(4, 'MatMul'));
  const graph = message(
    field(1, matMul),
    text(2, 'same-hour-regression'),
    field(5, floatTensor('weights', [weights.length, 1], weights)),
    field(11, floatValue('days', ['hours', weights.length])),
    field(12, floatValue('next', ['hours', 1])),
  );
  const opset = message(integer(2, 13));
  return message(integer(1, 8), text(2, 'loadcast-example'), field(7, graph), field(8, opset));
}

const FLOAT = 1;

/** @param {string} name @param {readonly number[]} dims @param {readonly number[]} values */
function floatTensor(name, dims, values) {
  const raw = new Uint8Array(Float32Array.from(values).buffer);
  return message(...dims.map((dim) => integer(1, dim)), integer(2, FLOAT), text(8, name), field(9, raw));
}

/** @param {string} name @param {readonly (string | number)[]} dims a number, or the name of a free dimension */
function floatValue(name, dims) {
  const shape = message(
    ...dims.map((dim) => field(1, message(typeof dim === 'number' ? integer(1, dim) : text(2, dim)))),
  );
  const tensor = message(integer(1, FLOAT), field(2, shape));
  return message(text(1, name), field(2, message(field(1, tensor))));
}

/** @param {...Uint8Array} parts */
function message(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** A field of bytes: a message, a string or a packed array. @param {number} number @param {Uint8Array} bytes */
function field(number, bytes) {
  return Uint8Array.from([...varint((number << 3) | 2), ...varint(bytes.length), ...bytes]);
}

/** @param {number} number @param {string} value */
function text(number, value) {
  return field(number, new TextEncoder().encode(value));
}

/** @param {number} number @param {number} value */
function integer(number, value) {
  return Uint8Array.from([...varint(number << 3), ...varint(value)]);
}

/** @param {number} value @returns {number[]} */
function varint(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
