import { describeWeatherStore } from '../describe-weather-store.js';
import { memoryWeatherStore } from './memory-weather-store.js';

describeWeatherStore('memory', () => memoryWeatherStore());
