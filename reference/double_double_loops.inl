// double_double_loops.inl: the loops of double_double_kernels.h for a set of lanes L.
// Included once for each processor type by double_double_*.cpp, after double_double.inl.
HWY_BEFORE_NAMESPACE();
namespace attncheck {
namespace HWY_NAMESPACE {

/// A sum of many terms: hi + lo + what the last roundings lose (Ogita, Rump, Oishi: Sum2 and Dot2).
/// No member has an initialiser: a constructor of the compiler's would not be for this processor type.
template <class L>
struct Accumulator {
  typename L::V sum;
  typename L::V rest;
  HWY_INLINE void add(Pair<L> term) {
    const auto high = two_sum<L>(sum, term.hi);
    sum = high.hi;
    rest = L::add_beside(rest, L::add_beside(high.lo, term.lo));
  }
  HWY_INLINE Pair<L> total() const { return two_sum<L>(sum, rest); }
};

template <class L>
void logits(std::span<const double> query, const Octet* keys, TwoDoubles scale, KeyFigures& row) {
  const auto factor = set_pair<L>(scale.hi, scale.lo);
  for (std::size_t j = 0; j < row.lanes(); j += L::size) {
    const Octet* octet = keys + j / 8 * query.size();
    Accumulator<L> dot = {L::set(0), L::set(0)};
    auto magnitude = L::set(0);
    for (std::size_t k = 0; k < query.size(); ++k) {
      const auto q = L::set(query[k]);
      const auto key = L::load(octet[k].lane + j % 8);
      dot.add(two_product<L>(q, key));
      magnitude = L::fma(L::abs(q), L::abs(key), magnitude);
    }
    const auto logit = mul<L>(dot.total(), factor);
    L::store(logit.hi, row.hi() + j);
    L::store(logit.lo, row.lo() + j);
    L::store(magnitude, row.magnitude() + j);
    L::store(dot.rest, row.rest() + j);
  }
}

/// Two sets of lanes side by side: one waits for no result while the other is computed.
template <class L>
struct Twice {
  struct V {
    typename L::V first;
    typename L::V second;
  };
  static constexpr std::size_t size = 2 * L::size;
  static HWY_INLINE V set(double x) { return {L::set(x), L::set(x)}; }
  static HWY_INLINE V load(const double* x) { return {L::load(x), L::load(x + L::size)}; }
  static HWY_INLINE void store(V x, double* to) {
    L::store(x.first, to);
    L::store(x.second, to + L::size);
  }
  static HWY_INLINE V add(V a, V b) { return {L::add(a.first, b.first), L::add(a.second, b.second)}; }
  static HWY_INLINE V sub(V a, V b) { return {L::sub(a.first, b.first), L::sub(a.second, b.second)}; }
  static HWY_INLINE V mul(V a, V b) { return {L::mul(a.first, b.first), L::mul(a.second, b.second)}; }
  static HWY_INLINE V fma(V a, V b, V c) {
    return {L::fma(a.first, b.first, c.first), L::fma(a.second, b.second, c.second)};
  }
  static HWY_INLINE V fms(V a, V b, V c) {
    return {L::fms(a.first, b.first, c.first), L::fms(a.second, b.second, c.second)};
  }
  static HWY_INLINE V fnma(V a, V b, V c) {
    return {L::fnma(a.first, b.first, c.first), L::fnma(a.second, b.second, c.second)};
  }
  static HWY_INLINE V max(V a, V b) { return {L::max(a.first, b.first), L::max(a.second, b.second)}; }
  static HWY_INLINE V if_less(V a, V b, V yes, V no) {
    return {L::if_less(a.first, b.first, yes.first, no.first), L::if_less(a.second, b.second, yes.second, no.second)};
  }
  static HWY_INLINE V power_of_two(V x) { return {L::power_of_two(x.first), L::power_of_two(x.second)}; }
};

template <class L>
HWY_INLINE void exponential(double* hi, double* lo, TwoDoubles shift, double least) {
  const auto gap = add<L>(Pair<L>{L::load(hi), L::load(lo)}, set_pair<L>(-shift.hi, -shift.lo));
  const auto e = exp<L>(gap, L::set(least));
  L::store(e.hi, hi);
  L::store(e.lo, lo);
}

template <class L>
void exponentials(TwoDoubles shift, double least, KeyFigures& row) {
  std::size_t j = 0;
  for (; j + 2 * L::size <= row.lanes(); j += 2 * L::size)
    exponential<Twice<L>>(row.hi() + j, row.lo() + j, shift, least);
  for (; j < row.lanes(); j += L::size) exponential<L>(row.hi() + j, row.lo() + j, shift, least);
}

/// The float64 next to a / b, both normalised. With q = a / b rounded, a - q b.hi is exact but for its low parts.
template <class L>
HWY_INLINE typename L::V quotient(Pair<L> a, Pair<L> b) {
  const auto first = L::div(a.hi, b.hi);
  const auto product = two_product<L>(first, b.hi);
  const auto high = L::sub(L::sub(a.hi, product.hi), product.lo);
  const auto left = L::add(high, L::fnma(first, b.lo, a.lo));
  return L::add(first, L::div(left, b.hi));
}

template <class L>
void average(std::size_t n, const Octet* values, KeyFigures& row, TwoDoubles sum, ColumnFigures& columns) {
  const double* hi = row.hi();
  const double* lo = row.lo();
  for (std::size_t lane = 0; lane < 8; lane += L::size) {
    Accumulator<L> weighted = {L::set(0), L::set(0)};
    auto size = L::set(0);
    for (std::size_t j = 0; j < n; ++j) {
      const auto value = L::load(values[j].lane + lane);
      const auto e = L::set(hi[j]);
      auto product = two_product<L>(e, value);
      product.lo = L::fma(L::set(lo[j]), value, product.lo);
      weighted.add(product);
      size = L::fma(e, L::abs(value), size);
    }
    L::store(quotient<L>(weighted.total(), set_pair<L>(sum.hi, sum.lo)), columns.quotient.lane + lane);
    L::store(size, columns.size.lane + lane);
  }
}

template <class L>
void spread(std::size_t n, const Octet* values, KeyFigures& row, const Octet& centre, ColumnFigures& columns) {
  const double* change = row.change();
  for (std::size_t lane = 0; lane < 8; lane += L::size) {
    const auto middle = L::load(centre.lane + lane);
    auto even = L::set(0), odd = L::set(0), hull = L::set(0);
    for (std::size_t j = 0; j < n; j += 2) {
      const auto distance = L::abs(L::sub(L::load(values[j].lane + lane), middle));
      even = L::fma(L::set(change[j]), distance, even);
      hull = L::max(hull, distance);
      if (j + 1 == n) break;
      const auto next = L::abs(L::sub(L::load(values[j + 1].lane + lane), middle));
      odd = L::fma(L::set(change[j + 1]), next, odd);
      hull = L::max(hull, next);
    }
    L::store(L::add(even, odd), columns.spread.lane + lane);
    L::store(hull, columns.hull.lane + lane);
  }
}

template <class L>
constexpr DoubleDoubleKernels loops(const char* name) {
  return {name, logits<L>, exponentials<L>, average<L>, spread<L>};
}

}  // namespace HWY_NAMESPACE
}  // namespace attncheck
HWY_AFTER_NAMESPACE();
