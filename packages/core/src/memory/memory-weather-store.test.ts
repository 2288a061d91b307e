import { describeWeatherStore } from '../testing/describe-weather-store.js';
import { memoryWeatherStore } from './memory-weather-store.js';

describeWeatherStore('memory', () => memoryWeatherStore());
