/** The user's devices, which pages call machines: enrolment, rate limits, folders. */
@NullMarked
package org.gridtorrent.ccm.device;

import org.jspecify.annotations.NullMarked;
