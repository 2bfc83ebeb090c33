/**
 * The REST layer under /api/v1: servlet, callers by token, JSON bodies, errors, and the
 * OpenAPI description.
 */
@NullMarked
package org.gridtorrent.ccm.rest;

import org.jspecify.annotations.NullMarked;
