// The faults of client_meddle.mjs.
//
// A fault may have `head(headers, body, scenario)`, which changes the head of a request;
// `message(message, scenario)`, which changes what the client says; `text(line)`, which changes a
// line of what it hears; `answer(request, body, url)`, which answers in the server's stead:
// [status, text] or 'never'; `status(scenario)`, with which the client ends instead of its own.
export const FAULTS = {};
function fault(name, finds, what, hooks) {
  FAULTS[name] = { finds, what, ...hooks };
}
const without = (pattern) => ({
  head(headers) {
    for (const name of Object.keys(headers)) if (pattern.test(name)) delete headers[name];
  },
});
const swap = (old, by) => ({ text: (line) => line.replaceAll(old, by) });
const META = 'io.modelcontextprotocol';
const json = (body) => {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
};
// A change of the calls of one tool.
const calls = (tool, change) => ({
  message(message) {
    if (message.method === 'tools/call' && message.params.name === tool) change(message.params);
  },
});
// A change of what a person is said to have answered.
const answers = (change) => ({
  message(message) {
    if (message.result?.action) change(message.result);
  },
});

// Of both sets.
fault('arguments', /2025-11-25 tools_call|2026-07-28 tools_call/, 'sends numbers as text',
  calls('add_numbers', (params) => {
    params.arguments.a = String(params.arguments.a);
  }));
fault('anchor', /2025-11-25 json-schema-2020|2026-07-28 json-schema-2020/,
  'loses a keyword of a schema (a skipped check in the first set)',
  swap('"$anchor":', '"anchor":'));
fault('dialect', /2025-11-25 json-schema-2020|2026-07-28 json-schema-2020/,
  'loses the dialect of a schema', swap('"$schema":', '"schema":'));
fault('status', /2025-11-25 initialize|2026-07-28 tools_call/, 'ends with status 1', {
  status: (scenario) => (/^(initialize|tools_call)$/.test(scenario) ? 1 : undefined),
});
fault('hangs', /2025-11-25 tools_call|2026-07-28 tools_call/, 'never ends', {
  answer: (_, body) => (json(body).method === 'tools/call' ? 'never' : undefined),
});
fault('deaf', /2025-11-25 initialize|2026-07-28 request-metadata/, 'does nothing at all', {
  answer: () => [500, ''],
});

// 2025-11-25.
fault('unnamed', /2025-11-25 initialize/, 'does not say who it is', {
  message(message) {
    if (message.method === 'initialize') delete message.params.clientInfo;
  },
});
fault('shape', /2025-11-25 (tools_call|json-schema)/, 'says it in another shape', {
  message(message) {
    if (message.method === 'tools/list') message.params = { cursor: 1 };
  },
});
fault('declines', /2025-11-25 elicitation/, 'declines every form', answers((result) => {
  result.action = 'decline';
}));
fault('undefault', /2025-11-25 elicitation/, 'leaves a default away', answers((result) => {
  delete result.content.score;
}));
fault('retype', /2025-11-25 elicitation/, 'writes a default as text', answers((result) => {
  result.content.verified = String(result.content.verified);
}));
fault('hasty', /2025-11-25 sse-retry/, 'comes back too early', swap('retry: 500', 'retry: 5'));
fault('forgets', /2025-11-25 sse-retry/, 'does not say what it had (warning)',
  without(/^last-event-id$/));
fault('gives-up', /2025-11-25 sse-retry/, 'does not come back', {
  answer: (request) => (request.method === 'GET' ? [405, ''] : undefined),
});

// 2026-07-28: what belongs to each request.
fault('unversioned', /2026-07-28 request-metadata/, 'does not say the version in the head',
  without(/^mcp-protocol-version$/));
fault('two-versions', /2026-07-28 request-metadata/, 'says another version in the body', {
  message(message) {
    message.params._meta[`${META}/protocolVersion`] = '2025-11-25';
  },
});
fault('nobody', /2026-07-28 request-metadata/, 'does not say who it is (warning)', {
  message: (message) => delete message.params._meta?.[`${META}/clientInfo`],
});
fault('incapable', /2026-07-28 request-metadata/, 'does not say what it can', {
  message: (message) => delete message.params._meta?.[`${META}/clientCapabilities`],
});
fault('rootless', /2026-07-28 request-metadata/, 'has no roots (a skipped check)', {
  message: (message) => delete message.params._meta?.[`${META}/clientCapabilities`]?.roots,
});
fault('listed', /2026-07-28 request-metadata/, 'declares a capability as a list', {
  message(message) {
    const capabilities = message.params._meta?.[`${META}/clientCapabilities`];
    if (capabilities) capabilities.sampling = [];
  },
});
let refused = false;
fault('insulted', /2026-07-28 request-metadata/, 'does not try again when refused (warning)', {
  answer() {
    const before = refused;
    refused = true;
    return before ? [500, ''] : undefined;
  },
});

// 2026-07-28: heads.
fault('methodless', /2026-07-28 http-standard-headers/, 'leaves Mcp-Method away',
  without(/^mcp-method$/));
fault('nameless', /2026-07-28 http-standard-headers/, 'leaves Mcp-Name away',
  without(/^mcp-name$/));
fault('shouts', /2026-07-28 http-standard-headers/, 'changes the case of Mcp-Method', {
  head(headers) {
    headers['mcp-method'] = headers['mcp-method']?.toUpperCase() ?? '';
  },
});
fault('reads-little', /2026-07-28 http-standard-headers/, 'reads no resource (a skipped check)', {
  answer: (_, body) => (json(body).method === 'resources/read'
    ? [200, JSON.stringify({ jsonrpc: '2.0', id: json(body).id, result: { contents: [] } })]
    : undefined),
});
fault('bare', /2026-07-28 http-custom-headers/, 'mirrors no parameter', without(/^mcp-param-/));
fault('trims', /2026-07-28 http-custom-headers/, 'mirrors a text without its spaces', {
  head(headers) {
    if (headers['mcp-param-whitespace']) headers['mcp-param-whitespace'] = 'padded';
  },
});
fault('rounds', /2026-07-28 http-custom-headers/, 'mirrors another number', {
  head(headers) {
    if (headers['mcp-param-priority']) headers['mcp-param-priority'] = '40';
  },
});
fault('chatty', /2026-07-28 http-custom-headers/, 'mirrors what is not to be mirrored', {
  head(headers, body) {
    const query = json(body).params?.arguments?.query;
    if (query) headers['mcp-param-query'] = query;
  },
});
fault('nulls', /2026-07-28 http-custom-headers/, 'mirrors a null', {
  head(headers, body) {
    if (json(body).params?.arguments?.verbose === null) headers['mcp-param-verbose'] = 'null';
  },
});
fault('credulous', /2026-07-28 http-invalid-tool-headers/, 'keeps a tool with an invalid header',
  { text: (line) => line.replace('"x-mcp-header":"Region:Primary"', '"x-mcp-header":"Region"') });
fault('fearful', /2026-07-28 http-invalid-tool-headers/, 'drops a valid tool as well', {
  text: (line) => line.replace(/("region":\{[^{}]*"x-mcp-header":)"Region"/, '$1""'),
});

// 2026-07-28: rounds.
fault('reads-state', /2026-07-28 sep-2322/, 'writes the state anew', calls('test_mrtr_echo_state',
  (params) => {
    if (params.requestState) params.requestState = `${params.requestState} `;
  }));
fault('same-id', /2026-07-28 sep-2322/, 'asks again under the same id', {
  message(message) {
    if (message.params?.name === 'test_mrtr_echo_state') message.id = 4242;
  },
});
fault('invents-state', /2026-07-28 sep-2322/, 'sends a state that it was not given',
  calls('test_mrtr_no_state', (params) => {
    if (params.inputResponses) params.requestState = 'mine';
  }));
fault('leaks', /2026-07-28 sep-2322/, 'takes a state to another call',
  calls('test_mrtr_unrelated', (params) => {
    params.requestState = 'of another';
  }));
fault('insists', /2026-07-28 sep-2322/, 'answers what was not asked',
  calls('test_mrtr_no_result_type', (params) => {
    params.inputResponses = {};
  }));
fault('follows', /2026-07-28 json-schema-ref/, 'fetches what a schema refers to', {
  async answer(request, body, url) {
    if (json(body).method === 'tools/list') {
      await fetch(new URL('/canary/profile-schema.json', url)).catch(() => {});
    }
    return undefined;
  },
});
