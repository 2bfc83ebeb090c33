/**
 * The audit log: what somebody does is noted in the transaction that does it ({@code Audit}), in the name of
 * the thread's {@code AuditContext}, and read by administrators ({@code AuditLog}).
 */
@NullMarked
package org.gridtorrent.catalog.audit;

import org.jspecify.annotations.NullMarked;
