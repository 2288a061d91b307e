// Writes same-hour-regression.onnx anew: `npm run build && node examples/onnx-forecaster/make-model.mjs`.
import { writeFileSync } from 'node:fs';
import { linearModel } from './src/linear-model.mjs';
import { trainWeights } from './src/train.mjs';

writeFileSync(new URL('same-hour-regression.onnx', import.meta.url), linearModel(trainWeights()));
