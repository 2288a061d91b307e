#!/usr/bin/env node
import '@loadcast/gateway/command';
