/* How large the structs of the header are: size and alignment with 32 and with 64 bits. Drawn by
 * tests/sizes; src/sizes.rs asserts the same in Rust. Compiled for each chip, never linked. */
#include <sansmcp.h>

#if UINTPTR_MAX == 0xffffffffu
#define SIZED(name, size, align, size64, align64) \
    _Static_assert(sizeof(name) == (size) && _Alignof(name) == (align), #name)
#else
#define SIZED(name, size32, align32, size, align) \
    _Static_assert(sizeof(name) == (size) && _Alignof(name) == (align), #name)
#endif

SIZED(sansmcp_account, 36, 4, 72, 8);
SIZED(sansmcp_annotations, 40, 8, 56, 8);
SIZED(sansmcp_answer, 36, 4, 72, 8);
SIZED(sansmcp_ask, 24, 4, 40, 8);
SIZED(sansmcp_ask_input, 16, 4, 32, 8);
SIZED(sansmcp_bound, 48, 8, 80, 8);
SIZED(sansmcp_cache_hint, 8, 4, 8, 4);
SIZED(sansmcp_choice, 16, 4, 32, 8);
SIZED(sansmcp_client, 20, 4, 40, 8);
SIZED(sansmcp_client_info, 68, 4, 136, 8);
SIZED(sansmcp_completion, 32, 8, 48, 8);
SIZED(sansmcp_connection, 216, 4, 216, 4);
SIZED(sansmcp_content, 144, 8, 248, 8);
SIZED(sansmcp_contents, 24, 4, 40, 8);
SIZED(sansmcp_delivery, 212, 4, 256, 8);
SIZED(sansmcp_elicit, 32, 4, 64, 8);
SIZED(sansmcp_endpoint, 36, 4, 72, 8);
SIZED(sansmcp_endpoint_memory, 28, 4, 56, 8);
SIZED(sansmcp_endpoint_policy, 40, 8, 56, 8);
SIZED(sansmcp_event, 148, 4, 160, 8);
SIZED(sansmcp_events, 712, 8, 720, 8);
SIZED(sansmcp_expect, 20, 4, 32, 8);
SIZED(sansmcp_field, 56, 8, 96, 8);
SIZED(sansmcp_form_field, 128, 8, 200, 8);
SIZED(sansmcp_frame, 56, 8, 64, 8);
SIZED(sansmcp_given, 28, 4, 56, 8);
SIZED(sansmcp_head, 16, 4, 32, 8);
SIZED(sansmcp_header, 16, 4, 32, 8);
SIZED(sansmcp_http1, 136, 8, 144, 8);
SIZED(sansmcp_http1_chunk_head, 19, 1, 19, 1);
SIZED(sansmcp_http1_request, 52, 4, 104, 8);
SIZED(sansmcp_http1_sent, 12, 4, 24, 8);
SIZED(sansmcp_http1_step, 4, 2, 4, 2);
SIZED(sansmcp_http1_terms, 3, 1, 3, 1);
SIZED(sansmcp_http_reply, 64, 4, 88, 8);
SIZED(sansmcp_hub, 240, 4, 240, 4);
SIZED(sansmcp_icon, 32, 4, 64, 8);
SIZED(sansmcp_input, 20, 4, 40, 8);
SIZED(sansmcp_kept, 16, 4, 24, 8);
SIZED(sansmcp_key, 8, 4, 16, 8);
SIZED(sansmcp_limits, 8, 4, 8, 4);
SIZED(sansmcp_lines, 248, 8, 256, 8);
SIZED(sansmcp_listed, 20, 4, 40, 8);
SIZED(sansmcp_message, 152, 8, 256, 8);
SIZED(sansmcp_messages, 24, 4, 48, 8);
SIZED(sansmcp_missed, 12, 4, 12, 4);
SIZED(sansmcp_number, 24, 8, 32, 8);
SIZED(sansmcp_object, 32, 4, 64, 8);
SIZED(sansmcp_options, 20, 4, 32, 8);
SIZED(sansmcp_out, 36, 4, 56, 8);
SIZED(sansmcp_outcome, 40, 4, 72, 8);
SIZED(sansmcp_page, 56, 4, 96, 8);
SIZED(sansmcp_pages, 16, 8, 16, 8);
SIZED(sansmcp_part, 48, 4, 96, 8);
SIZED(sansmcp_policy, 12, 4, 12, 4);
SIZED(sansmcp_progress, 56, 8, 80, 8);
SIZED(sansmcp_prompt, 48, 4, 96, 8);
SIZED(sansmcp_prompt_argument, 28, 4, 56, 8);
SIZED(sansmcp_receivers, 2, 2, 2, 2);
SIZED(sansmcp_remote, 408, 8, 408, 8);
SIZED(sansmcp_resource, 112, 8, 184, 8);
SIZED(sansmcp_response_head, 56, 4, 72, 8);
SIZED(sansmcp_route, 8, 4, 8, 4);
SIZED(sansmcp_server, 24, 4, 48, 8);
SIZED(sansmcp_server_info, 116, 4, 224, 8);
SIZED(sansmcp_session, 256, 8, 256, 8);
SIZED(sansmcp_slot, 256, 8, 256, 8);
SIZED(sansmcp_sse_event, 72, 8, 96, 8);
SIZED(sansmcp_sse_fields, 116, 4, 120, 8);
SIZED(sansmcp_sse_id, 8, 4, 8, 4);
SIZED(sansmcp_store, 24, 4, 32, 8);
SIZED(sansmcp_str, 8, 4, 16, 8);
SIZED(sansmcp_stream, 32, 4, 32, 4);
SIZED(sansmcp_subscription, 24, 4, 40, 8);
SIZED(sansmcp_template, 96, 8, 168, 8);
SIZED(sansmcp_text, 8, 4, 16, 8);
SIZED(sansmcp_ticket, 8, 4, 8, 4);
SIZED(sansmcp_tool, 72, 4, 144, 8);
SIZED(sansmcp_tool_annotations, 12, 4, 24, 8);
SIZED(sansmcp_variable, 16, 4, 32, 8);
SIZED(sansmcp_verdict, 204, 4, 232, 8);
SIZED(sansmcp_walk, 16, 4, 32, 8);
SIZED(sansmcp_writer, 12, 4, 24, 8);
